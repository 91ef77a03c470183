const sheets = new Map<string, CSSStyleSheet>()

/** Adopts a constructed style sheet, which a strict content security policy allows and all elements share. */
export function adopt(root: ShadowRoot | Document, css: string): void {
  let sheet = sheets.get(css)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    sheets.set(css, sheet)
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

/** The tokens' default. */
const REM_PX = 16

/**
 * Follows the text size of the reader's browser (`medium`), regardless of the page's root size. A page can override it
 * with `--stoa-rem` on the element.
 */
export function applyTextSize(root: ShadowRoot): void {
  const probe = document.createElement('span')
  probe.style.cssText = 'all: initial; font-size: medium'
  root.append(probe)
  const size = Number.parseFloat(getComputedStyle(probe).fontSize)
  probe.remove()
  if (size > 0 && size !== REM_PX) adopt(root, `:host { --stoa-rem: ${size}px }`)
}
