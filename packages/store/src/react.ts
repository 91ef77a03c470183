export {
  useComment,
  useCommunity,
  useIntent,
  useManages,
  useMember,
  useMyReaction,
  useMyVote,
  usePost,
  useThread,
  useUser,
  useViewer,
} from './react/entities.ts'
export { StoaProvider, type StoaProviderProps, useStoa } from './react/stoa-context.tsx'
export { useActions } from './react/use-actions.ts'
export { useDraft } from './react/use-draft.ts'
export { type ListView, type UseListOptions, useList } from './react/use-list.ts'
export { usePollResults } from './react/use-poll-results.ts'
export { useStoaState } from './react/use-stoa-state.ts'
export { useWatch } from './react/use-watch.ts'
