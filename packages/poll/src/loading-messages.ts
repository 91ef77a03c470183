/** English text of a load failure. */
export const pollLoadingMessages = { 'poll.notLoaded': 'The poll couldn’t be loaded.' } as const
