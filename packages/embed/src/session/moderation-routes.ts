// The calls that only moderators make, in a file of their own that only they load.
export { siteModerationRoutes } from '@stoa/contract'
