/** English text of what could not be loaded. */
export const reactionLoadingMessages = { 'reaction.notLoaded': 'The reactions couldn’t be loaded.' } as const
