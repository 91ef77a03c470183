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
