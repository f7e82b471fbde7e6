/** The paths of the service's own pages. */
export const DEVICE_PAGE_PATH = '/device'
export const HOME_PAGE_PATH = '/home'
export const POSTS_PAGE_PATH = '/'
export const STYLE_PATH = '/style.css'
export const UPLOAD_SCRIPT_PATH = '/upload.js'
export const MEMBERS_PAGE_PATH = '/members'
export const APPS_PAGE_PATH = '/connections'
export const MEDIA_PATH = '/media'
export const FAULTS_PAGE_PATH = '/faults'
export const CONTROL_PATH = '/control'
export const OPENAPI_PATH = '/openapi.json'

/** Where the pages of mini apps are. */
export const DEVELOPER_PATH = '/developer'
export const ADMIN_PATH = '/admin'
export const CATALOGUE_PATH = '/apps'

/** As one of the members. */
export const developerPath = (memberId: string): string => asMember(DEVELOPER_PATH, memberId)
export const developerAppPath = (appId: string): string => `${DEVELOPER_PATH}/apps/${appId}`
export const adminAppPath = (appId: string): string => `${ADMIN_PATH}/apps/${appId}`
export const memberPath = (id: string): string => `${MEMBERS_PAGE_PATH}/${id}`
export const listingPath = (slug: string): string => `${CATALOGUE_PATH}/${slug}`
/** As one of the members. */
export const listingPathAs = (slug: string, memberId: string): string => asMember(listingPath(slug), memberId)

const asMember = (page: string, memberId: string): string => `${page}?as=${encodeURIComponent(memberId)}`
