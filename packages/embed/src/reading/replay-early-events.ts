import { isComposing } from '@stoa/ui'
import { ERROR_NOTICE } from './code-error.ts'

/** The reader's actions on the server's HTML before it was hydrated. */
export interface EarlyEvents {
  /** Whether the reader waits for an action. */
  hasPending(): boolean
  /** Stops events from reaching already hydrated parts, which would also act on them. */
  intercept(): void
  /** Replays everything. */
  replay(): void
  /** Stops recording. */
  end(): void
}

/** Frames to wait for an opened reply box. */
const FRAMES_MAX = 60
const BUSY = 'aria-busy'

/**
 * Calls `onNeed` when a reader does more than read, and records clicks, keys and typing until they can be replayed.
 * Scrolling counts as reading, and so does a pointer outside the controls.
 */
export function recordEarlyEvents(root: ShadowRoot, onNeed: () => void): EarlyEvents {
  const replays: (() => void)[] = []
  /** The pressed reply button, and the text typed since. */
  let reply: { button: HTMLElement; text: string } | null = null
  let isIntercepting = false

  function onControl(event: Event): void {
    if (controlOf(event)) onNeed()
  }

  function onFocus(event: Event): void {
    if (isOfReading(event.target as Element)) return
    onNeed()
    // Formatted as after hydration.
    const box = event.target as HTMLElement
    if (box.localName === 'textarea') box.closest('form')?.setAttribute('data-open', 'true')
  }

  function onInput({ target }: Event): void {
    if (target instanceof HTMLTextAreaElement) target.parentElement?.setAttribute('data-text', target.value)
  }

  function onClick(event: Event): void {
    const button = isIntercepting ? (event.target as Element).closest('button') : controlOf(event)
    if (button?.localName !== 'button') return
    stopWhileIntercepting(event)
    onNeed()
    if (button.hasAttribute(BUSY)) return
    button.setAttribute(BUSY, 'true')
    if (button.dataset.action === 'reply') reply = { button, text: '' }
    replays.push(() => {
      button.removeAttribute(BUSY)
      currentOf(root, button)?.click()
    })
  }

  function onChange(event: Event): void {
    const { target } = event
    if (!(target instanceof HTMLSelectElement)) return
    stopWhileIntercepting(event)
    onNeed()
    const { value } = target
    replays.push(() => {
      const select = currentOf(root, target)
      if (!select) return
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }

  function onKey(event: Event): void {
    if (isComposing(event as KeyboardEvent)) return
    const { key, ctrlKey, metaKey, altKey, target } = event as KeyboardEvent
    const isCommand = ctrlKey || metaKey || altKey
    if (reply && target === reply.button && !isCommand && typeOn(reply, key)) {
      event.preventDefault()
      return
    }
    const isTyping = target instanceof HTMLTextAreaElement
    if (isTyping ? key === 'Enter' && (ctrlKey || metaKey) : !isCommand && /^[jkr]$/.test(key)) {
      stopWhileIntercepting(event)
      replays.push(() => target?.dispatchEvent(new KeyboardEvent('keydown', keysOf(event as KeyboardEvent))))
    }
  }

  function stopWhileIntercepting(event: Event): void {
    if (isIntercepting) event.stopImmediatePropagation()
  }

  const listeners = {
    pointermove: onControl,
    touchstart: onControl,
    focusin: onFocus,
    // A selected passage can be quoted.
    selectstart: onNeed,
    input: onInput,
    click: onClick,
    change: onChange,
    keydown: onKey,
  }
  for (const [type, listener] of Object.entries(listeners)) {
    root.addEventListener(type, listener, { capture: true, passive: type !== 'keydown' })
  }
  const end = () => {
    for (const [type, listener] of Object.entries(listeners)) root.removeEventListener(type, listener, true)
  }

  return {
    hasPending: () => replays.length > 0,
    intercept() {
      isIntercepting = true
    },
    end,
    replay() {
      for (const again of replays.splice(0)) again()
      const button = reply && currentOf(root, reply.button)
      if (!reply || !button) return
      const currentReply = { ...reply, button }
      // After a new render the focused button is another node.
      if (button !== reply.button) button.focus({ preventScroll: true })
      // Keys still go to the button until the box has the focus.
      const keep = (event: Event) => {
        if (event.target === currentReply.button && typeOn(currentReply, (event as KeyboardEvent).key))
          event.preventDefault()
      }
      root.addEventListener('keydown', keep, true)
      const onEnd = () => root.removeEventListener('keydown', keep, true)
      typeInto(currentReply, { frames: FRAMES_MAX, onEnd })
    },
  }
}

function controlOf(event: Event): HTMLElement | null {
  const control = (event.target as Element).closest<HTMLElement>('button, select, textarea, input')
  return control && isOfReading(control) ? null : control
}

/** Expanding needs no component code, and the retry button works on its own. */
function isOfReading(control: Element): boolean {
  return control.matches(`.stoa-comment-fold, .${ERROR_NOTICE} *`)
}

/** The control or, after a new render, the one in its place. */
function currentOf<Control extends HTMLElement>(root: ShadowRoot, control: Control): Control | undefined {
  if (control.isConnected) return control
  const comment = control.closest<HTMLElement>('[data-comment]')
  const now = comment ? root.querySelector(`[data-comment="${comment.dataset.comment}"]`) : root
  const alike = `${control.localName}${[...control.classList].map((name) => `.${name}`).join('')}`
  // Each control of the thread is unique. Those of a comment keep their order.
  const place = comment ? [...comment.querySelectorAll(alike)].indexOf(control) : 0
  return now?.querySelectorAll<Control>(alike)[place]
}

/** True for keys that change the text. */
function typeOn(reply: { text: string }, key: string): boolean {
  if (key === 'Backspace') reply.text = reply.text.slice(0, -1)
  else if (key === 'Enter') reply.text += '\n'
  else if (Array.from(key).length === 1) reply.text += key
  else return false
  return true
}

function typeInto(reply: { button: HTMLElement; text: string }, about: { frames: number; onEnd: () => void }): void {
  const { frames, onEnd } = about
  const box = reply.button.closest('article')?.querySelector('textarea')
  if (box) {
    onEnd()
    box.focus()
    if (!reply.text) return
    box.setRangeText(reply.text, box.value.length, box.value.length, 'end')
    box.dispatchEvent(new Event('input', { bubbles: true }))
  } else if (frames > 0) requestAnimationFrame(() => typeInto(reply, { frames: frames - 1, onEnd }))
  else onEnd()
}

function keysOf({ key, code, ctrlKey, metaKey }: KeyboardEvent): KeyboardEventInit {
  return { key, code, ctrlKey, metaKey, bubbles: true, cancelable: true, composed: true }
}
