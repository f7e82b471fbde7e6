/** The user of this account. */
export const OWN_MEMBER_ID = 'member_you'
