/** A notice that the component code didn't load. */
export interface ErrorNotice {
  /** Shows it, again after each failed attempt. */
  show(): void
  remove(): void
}

/** Class of the notice, whose buttons work without the component code. */
export const ERROR_NOTICE = 'stoa-embed-lost'

/** Creates the notice below the thread. It stays in view regardless of the thread's length. */
export function createErrorNotice(root: ShadowRoot, retry: () => void): ErrorNotice {
  const lost = document.createElement('div')
  const notice = document.createElement('p')
  const words = document.createElement('span')
  const button = document.createElement('button')
  lost.className = ERROR_NOTICE
  lost.lang = 'en'
  lost.dir = 'ltr'
  notice.className = 'stoa-embed-notice'
  notice.role = 'alert'
  words.textContent = 'This did not work yet: a part of the comments could not be loaded.'
  button.className = 'stoa-button'
  button.type = 'button'
  button.textContent = 'Try again'
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
