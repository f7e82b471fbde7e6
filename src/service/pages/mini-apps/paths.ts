import { MEMBERS_PAGE_PATH } from '../paths.js'

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
