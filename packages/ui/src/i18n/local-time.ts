/** A time in the format of `datetime-local` inputs: in the reader's time zone, to the minute. */
export function toLocalInput(time: number): string {
  const date = new Date(time)
  const pad = (value: number, length = 2) => String(value).padStart(length, '0')
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** Name of the reader's time zone at a time. */
export function zoneName(locale: string, time: number): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'long' }).formatToParts(time)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
