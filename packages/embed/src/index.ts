export type { ElementEvents, ElementOptions } from './options.ts'
export type { SignOn, SignOnProperties } from './sign-in/sign-on.ts'
