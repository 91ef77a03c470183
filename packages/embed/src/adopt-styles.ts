const sheets = new Map<string, CSSStyleSheet>()

/** Adopts a style sheet as a constructed one: a strict content security policy has nothing to say against it, and all elements share it. */
export function adopt(root: ShadowRoot | Document, css: string): void {
  let sheet = sheets.get(css)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    sheets.set(css, sheet)
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

/** What the tokens say where nothing else is known. */
const REM_PX = 16

/**
 * Sizes follow the reader: `medium` is what their browser is set to, whatever the page makes of its root. A page that
 * sets `--stoa-rem` on the element has the last word.
 */
export function followTextSize(root: ShadowRoot): void {
  const probe = document.createElement('span')
  probe.style.cssText = 'all: initial; font-size: medium'
  root.append(probe)
  const size = Number.parseFloat(getComputedStyle(probe).fontSize)
  probe.remove()
  if (size > 0 && size !== REM_PX) adopt(root, `:host { --stoa-rem: ${size}px }`)
}
