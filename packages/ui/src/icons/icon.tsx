/** Props of every icon. */
export interface IconProps {
  /** Edge in px. Default 20. */
  size?: number | undefined
  /** Accessible name. Default: decorative, since most icons are beside a text. */
  label?: string | undefined
}

/** A stroked icon of 24 × 24 units in the text color. */
export function Icon({ size = 20, label, path, mirrored }: IconProps & { path: string; mirrored?: boolean }) {
  return (
    <svg
      className="stoa-icon"
      data-mirrored={mirrored || undefined}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={path} />
    </svg>
  )
}
