export type { ElementEvents, ElementOptions } from './options.ts'
