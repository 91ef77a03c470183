/** Matches the start of a spreadsheet formula, also after whitespace. */
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/

/** Before the first line, for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A line of CSV (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Saves lines as a file. */
export function saveCsvText(parts: string[], name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Saves a table as a file. */
export function saveCsv(rows: readonly (readonly string[])[], name: string): void {
  saveCsvText([BYTE_ORDER_MARK, ...rows.map(csvLine)], name)
}
