/** Browsers by what only they say of themselves, those that call themselves others' names first. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+.* Safari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** What a browser says it is, in words such as `Firefox on Windows`; empty when it says nothing known. */
export function deviceWords(userAgent: string): string {
  const first = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [first(BROWSERS), first(SYSTEMS)].filter(Boolean).join(' on ')
}

/** An address as its person may be shown it again: where from, not which one. */
export function shownAddress(prefix: string): string {
  const [, network] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(prefix) ?? []
  if (network !== undefined) return `${network}.*`
  const [, groups] = /^([0-9a-f]{16})\/64$/.exec(prefix) ?? []
  if (groups === undefined) return ''
  const plain = (groups.match(/.{4}/g) ?? []).map((group) => group.replace(/^0{1,3}/, ''))
  return `${plain.join(':')}::`
}
