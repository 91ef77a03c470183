export type { ElementAttributes, SignOnElement, StoaElement, StoaElements } from './elements.ts'
export type { ElementEvents, ElementOptions } from './options.ts'
export type { SignOn, SignOnProperties } from './session/sign-on.ts'
