/** Props of `Spinner`. */
export interface SpinnerProps {
  /** What is loading. Set it once per view. Default: decorative, if a text says so. */
  label?: string | undefined
}

/** Indicates progress of unknown duration. For content that will appear use `Skeleton`. */
export function Spinner({ label }: SpinnerProps) {
  return <span className="stoa-spinner" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })} />
}
