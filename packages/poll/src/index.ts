export { ConnectedPoll, type ConnectedPollProps } from './connected-poll.tsx'
export { pollMessages } from './messages.ts'
export { Poll, type PollProps } from './poll.tsx'
export { StoredPoll, type StoredPollProps } from './stored-poll.tsx'
