import type { RenderedState } from '../first-view/fragment-state.ts'

/** A notice that the component code didn't load. */
export interface ErrorNotice {
  /** Shows it, again after each failed attempt. */
  show(): void
  remove(): void
}

/** Class of the notice, whose buttons work without the component code. */
export const ERROR_NOTICE = 'stoa-embed-lost'

/** English texts of the notice. */
const lostMessages = {
  'embed.lost': 'This did not work yet: a part of the comments could not be loaded.',
  'embed.retry': 'Try again',
} as const

/** Creates the notice below the thread. It stays in view regardless of the thread's length. */
export function createErrorNotice(
  root: ShadowRoot,
  { retry, translation }: { retry: () => void; translation: RenderedState['lost'] },
): ErrorNotice {
  const lost = document.createElement('div')
  const notice = document.createElement('p')
  const words = document.createElement('span')
  const button = document.createElement('button')
  lost.className = ERROR_NOTICE
  lost.lang = translation?.lang ?? 'en'
  notice.dir = 'auto'
  notice.className = 'stoa-embed-notice'
  notice.role = 'alert'
  words.textContent = translation?.text ?? lostMessages['embed.lost']
  button.className = 'stoa-button'
  button.type = 'button'
  button.textContent = translation?.retry ?? lostMessages['embed.retry']
  button.onclick = () => {
    button.ariaBusy = 'true'
    retry()
  }
  notice.append(words, button)
  lost.append(notice)
  return {
    show() {
      button.ariaBusy = null
      if (!lost.isConnected) root.append(lost)
    },
    remove: () => lost.remove(),
  }
}
