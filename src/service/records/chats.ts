import { OWN_MEMBER_ID } from './own-member.js'

/** The ID of the chat of two members. One with the user of this account is named after the other member. */
export const chatId = (a: string, b: string): string => {
  const others = [a, b].filter((id) => id !== OWN_MEMBER_ID).sort()
  return `conversation_${others.join('_')}`
}
