export const conversationKey = (userId: string) => ['conversation', userId];

export const unreadMessagesKey = (userId: string) => ['unread-messages', userId];

/** Of the operator: who waits for a reply. */
export const INBOX_KEY = ['message-inbox'];
