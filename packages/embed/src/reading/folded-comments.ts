import { textNodeOf } from './text-node.ts'

/** Enables the buttons that expand long comments in the server's HTML. */
export function enableFolding(container: HTMLElement): () => void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const button = target.nextElementSibling
      if (isFolded(target) && button instanceof HTMLElement) {
        button.hidden = target.scrollHeight <= target.clientHeight + 1
      }
    }
  })
  for (const text of container.querySelectorAll('.stoa-comment-text')) observer.observe(text)

  function turn(event: Event): void {
    const button = (event.target as Element).closest<HTMLElement>('.stoa-comment-fold')
    const text = button?.previousElementSibling as HTMLElement | null | undefined
    if (!button || !text) return
    const label = textNodeOf(button)
    const unfolds = isFolded(text)
    text.dataset.folded = String(!unfolds)
    button.ariaExpanded = String(unfolds)
    const { less = '' } = button.dataset
    button.dataset.less = label.nodeValue ?? ''
    label.nodeValue = less
  }
  container.addEventListener('click', turn)
  return () => {
    observer.disconnect()
    container.removeEventListener('click', turn)
  }
}

function isFolded(text: Element): boolean {
  return text instanceof HTMLElement && text.dataset.folded === 'true'
}
