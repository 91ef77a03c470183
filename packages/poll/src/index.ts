export { ConnectedPoll, type ConnectedPollProps } from './connected-poll.tsx'
export { Poll, type PollProps } from './poll.tsx'
export { StoredPoll, type StoredPollProps } from './stored-poll.tsx'
