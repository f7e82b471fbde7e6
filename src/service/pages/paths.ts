/** The paths of the service's own pages. */
export const DEVICE_PAGE_PATH = '/device'
export const POSTS_PAGE_PATH = '/'
export const STYLE_PATH = '/style.css'
export const MEMBERS_PAGE_PATH = '/members'
export const APPS_PAGE_PATH = '/apps'
export const MEDIA_PATH = '/media'
export const FAULTS_PAGE_PATH = '/faults'
export const OPENAPI_PATH = '/openapi.json'
