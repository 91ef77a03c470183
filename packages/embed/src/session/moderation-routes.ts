// The calls that only moderators make, in a separate file that only they load.
export { siteModerationRoutes } from '@stoa/contract'
