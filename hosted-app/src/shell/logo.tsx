import { Picture } from '@stoa/ui'

/** The forum's own logo, which domains may replace (`logoLink`). */
export const OWN_LOGO = '/favicon.svg'

/** The domain's logo by its address; by default Stoa's, a portico of three columns. */
export function Logo({ src }: { src: string }) {
  if (src !== OWN_LOGO) return <Picture className="stoa-app-logo" src={src} alt="" width={28} height={28} />
  return (
    <svg className="stoa-app-logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
      <path d="M5 10h22M8 10v13M16 10v13M24 10v13M4 25h24" />
    </svg>
  )
}
