button.hidden = !(await Service.supports('pickImage'))
