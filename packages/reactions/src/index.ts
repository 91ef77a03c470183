export { ConnectedReactions, type ConnectedReactionsProps } from './connected-reactions.tsx'
export { reactionMessages } from './messages.ts'
export { ReactionBar, type ReactionBarProps } from './reaction-bar.tsx'
