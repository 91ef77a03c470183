import type { MountOptions } from './define-element.ts'

/** What decides which thread is shown, in which order. */
export function threadOf({ article, sort = 'top' }: MountOptions): string {
  return JSON.stringify([article, sort])
}
