export { ConnectedReactions, type ConnectedReactionsProps } from './connected-reactions.tsx'
export { ReactionBar, type ReactionBarProps, reactionMessages } from './reaction-bar.tsx'
export { StoredReactions, type StoredReactionsProps } from './stored-reactions.tsx'
export { Tips, type TipsProps, tipsMessages } from './tips.tsx'
