const OVER = ['LAUNCH_INVALID', 'MINI_APP_UNAVAILABLE', 'MINI_APP_DELETED']

try {
  await Service.storage.set('level', '4')
} catch (error) {
  if (!OVER.includes(error.code)) throw error
  show('Please close this app and open it again.')
}
