/** What a reader has done to the server's rendering before there was code for it. */
export interface CaughtActions {
  /** Somebody waits for what a press is to do. */
  arePending(): boolean
  /** From now on what is caught reaches nobody else: parts of the thread are alive, and would do it, too. */
  hold(): void
  /** Does it all, now that there is. */
  repeat(): void
  /** Catches no more. */
  end(): void
}

/** Frames in which an opened reply has to appear. */
const FRAMES_MAX = 60
const BUSY = 'aria-busy'

/**
 * Notices when a reader wants more than to read, and keeps presses, keys and what is typed on until they can have their
 * effect. Scrolling is reading, and so is a pointer that rests or moves anywhere but on a control.
 */
export function catchActions(root: ShadowRoot, want: () => void): CaughtActions {
  const repeats: (() => void)[] = []
  /** A reply that was asked for, and what was typed for it. */
  let reply: { button: HTMLElement; text: string } | null = null
  let isHeld = false

  function onControl(event: Event): void {
    if (controlOf(event)) want()
  }

  function onFocus(event: Event): void {
    if (isOfReading(event.target as Element)) return
    want()
    // As the box will be once it is alive.
    const box = event.target as HTMLElement
    if (box.localName === 'textarea') box.closest('form')?.setAttribute('data-open', 'true')
  }

  function onInput({ target }: Event): void {
    if (target instanceof HTMLTextAreaElement) target.parentElement?.setAttribute('data-text', target.value)
  }

  function onClick(event: Event): void {
    const button = isHeld ? (event.target as Element).closest('button') : controlOf(event)
    if (button?.localName !== 'button') return
    keepFromOthers(event)
    want()
    if (button.hasAttribute(BUSY)) return
    button.setAttribute(BUSY, 'true')
    if (button.dataset.action === 'reply') reply = { button, text: '' }
    repeats.push(() => {
      button.removeAttribute(BUSY)
      presentOf(root, button)?.click()
    })
  }

  function onChange(event: Event): void {
    const { target } = event
    if (!(target instanceof HTMLSelectElement)) return
    keepFromOthers(event)
    want()
    const { value } = target
    repeats.push(() => {
      const select = presentOf(root, target)
      if (!select) return
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }

  function onKey(event: Event): void {
    const { key, ctrlKey, metaKey, altKey, target } = event as KeyboardEvent
    const isCommand = ctrlKey || metaKey || altKey
    if (reply && target === reply.button && !isCommand && typeOn(reply, key)) {
      event.preventDefault()
      return
    }
    const isTyping = target instanceof HTMLTextAreaElement
    if (isTyping ? key === 'Enter' && (ctrlKey || metaKey) : !isCommand && /^[jkr]$/.test(key)) {
      keepFromOthers(event)
      repeats.push(() => target?.dispatchEvent(new KeyboardEvent('keydown', keysOf(event as KeyboardEvent))))
    }
  }

  function keepFromOthers(event: Event): void {
    if (isHeld) event.stopImmediatePropagation()
  }

  const listeners = {
    pointermove: onControl,
    touchstart: onControl,
    focusin: onFocus,
    // A selected passage can be quoted.
    selectstart: want,
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
    arePending: () => repeats.length > 0,
    hold() {
      isHeld = true
    },
    end,
    repeat() {
      for (const again of repeats.splice(0)) again()
      const button = reply && presentOf(root, reply.button)
      if (!reply || !button) return
      const asked = { ...reply, button }
      // Drawn anew, the button that had the focus is another one.
      if (button !== reply.button) button.focus({ preventScroll: true })
      // Until the box is there and has the focus, keys still go to the button.
      const keep = (event: Event) => {
        if (event.target === asked.button && typeOn(asked, (event as KeyboardEvent).key)) event.preventDefault()
      }
      root.addEventListener('keydown', keep, true)
      const done = () => root.removeEventListener('keydown', keep, true)
      typeInto(asked, { frames: FRAMES_MAX, done })
    },
  }
}

function controlOf(event: Event): HTMLElement | null {
  const control = (event.target as Element).closest<HTMLElement>('button, select, textarea, input')
  return control && isOfReading(control) ? null : control
}

/** Unfolding needs no more code. */
function isOfReading(control: Element): boolean {
  return control.matches('.stoa-comment-fold')
}

/** The control; where the thread has been drawn anew the one that is at its place now. */
function presentOf<Control extends HTMLElement>(root: ShadowRoot, control: Control): Control | undefined {
  if (control.isConnected) return control
  const comment = control.closest<HTMLElement>('[data-comment]')
  const now = comment ? root.querySelector(`[data-comment="${comment.dataset.comment}"]`) : root
  const alike = `${control.localName}${[...control.classList].map((name) => `.${name}`).join('')}`
  // A thread's own controls are one of a kind; those of a comment keep their order.
  const place = comment ? [...comment.querySelectorAll(alike)].indexOf(control) : 0
  return now?.querySelectorAll<Control>(alike)[place]
}

/** True when the key was one of typing. */
function typeOn(reply: { text: string }, key: string): boolean {
  if (key === 'Backspace') reply.text = reply.text.slice(0, -1)
  else if (key === 'Enter') reply.text += '\n'
  else if (Array.from(key).length === 1) reply.text += key
  else return false
  return true
}

function typeInto(reply: { button: HTMLElement; text: string }, about: { frames: number; done: () => void }): void {
  const { frames, done } = about
  const box = reply.button.closest('article')?.querySelector('textarea')
  if (box) {
    done()
    box.focus()
    if (!reply.text) return
    box.setRangeText(reply.text, box.value.length, box.value.length, 'end')
    box.dispatchEvent(new Event('input', { bubbles: true }))
  } else if (frames > 0) requestAnimationFrame(() => typeInto(reply, { frames: frames - 1, done }))
  else done()
}

function keysOf({ key, code, ctrlKey, metaKey }: KeyboardEvent): KeyboardEventInit {
  return { key, code, ctrlKey, metaKey, bubbles: true, cancelable: true, composed: true }
}
