/** English text of what could not be loaded. */
export const pollLoadingMessages = { 'poll.notLoaded': 'The poll couldn’t be loaded.' } as const
