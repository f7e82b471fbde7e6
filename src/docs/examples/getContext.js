const { theme, locale, app_user_id } = await Service.getContext()
show(`Player ${app_user_id} plays in ${locale}, in the ${theme} theme`)
