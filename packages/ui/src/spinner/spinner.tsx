/** Props of `Spinner`. */
export interface SpinnerProps {
  /** What is awaited; say it once per view. Default: decorative, for places where a text says so already. */
  label?: string | undefined
}

/** Shows that something is running whose length nobody knows. For content that will appear use `Skeleton`. */
export function Spinner({ label }: SpinnerProps) {
  return <span className="stoa-spinner" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })} />
}
