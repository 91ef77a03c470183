/** English text of a load failure. */
export const reactionLoadingMessages = { 'reaction.notLoaded': 'The reactions couldn’t be loaded.' } as const
