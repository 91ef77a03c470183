const decoder = new TextDecoder('utf-8', { fatal: true })

/** Whether a file is WebVTT: UTF-8 text with its signature and at least one cue. */
export function isCaptions(file: Buffer): boolean {
  let text: string
  try {
    text = decoder.decode(file)
  } catch {
    return false
  }
  return /^WEBVTT(?:[ \t][^\n]*)?\r?\n/.test(text) && !text.includes('\0') && text.includes('-->')
}
