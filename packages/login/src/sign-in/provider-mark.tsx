import type { ReactNode } from 'react'

/** The providers' logos in the text color, without requests to their hosts. */
const MARKS: { readonly [id: string]: ReactNode } = {
  google: <path d="M20.2 12.2H12.4v2.6h4.9a5.2 5.2 0 1 1-1.4-6.3" />,
  github: <path d="M5 4l3.4 2.3a10 10 0 0 1 7.2 0L19 4v7a7 7.5 0 0 1-14 0zM9.5 11.5v1.2M14.5 11.5v1.2" />,
  facebook: (
    <path d="M14.5 21v-7.5h2.7l.5-3.3h-3.2V8.3c0-1 .5-1.7 1.9-1.7h1.5V3.7C15 3 11 3.3 11 7.6v2.6H8.3v3.3H11V21" />
  ),
  x: <path d="M4 4l16 16M20 4 4 20" />,
  twitter: <path d="M4 4l16 16M20 4 4 20" />,
}

/** Props of `ProviderMark`. */
export interface ProviderMarkProps {
  /** Id of the provider, such as `google`. */
  id: string
  /** Its name, whose first letter is shown for unknown providers. */
  name: string
}

/** A provider's logo before its name; decorative. */
export function ProviderMark({ id, name }: ProviderMarkProps) {
  const mark = MARKS[id]
  if (!mark) {
    return (
      <span className="stoa-login-monogram" aria-hidden="true">
        {Array.from(name.trim())[0]?.toUpperCase()}
      </span>
    )
  }
  return (
    <svg
      className="stoa-icon stoa-login-mark"
      viewBox="0 0 24 24"
      width={18}
      height={18}
      aria-hidden="true"
      focusable="false"
    >
      {mark}
    </svg>
  )
}
