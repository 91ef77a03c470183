import { pageStorage } from '@stoa/client'

const KEY = 'stoa-whole-posts'

/** Whether this device always shows whole posts. */
export function readWholePosts(): boolean {
  return pageStorage('local').getItem(KEY) !== null
}

/** Stores whether this device always shows whole posts, and applies it to the page. */
export function saveWholePosts(isWhole: boolean): void {
  if (isWhole) pageStorage('local').setItem(KEY, '1')
  else pageStorage('local').removeItem(KEY)
  document.documentElement.toggleAttribute('data-stoa-whole-posts', isWhole)
}
