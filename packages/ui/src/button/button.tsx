import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from 'react'
import { translatable } from '../i18n/translatable.tsx'
import { Spinner } from '../spinner/spinner.tsx'

/** Look of a button, shared by `Button` and `ButtonLink`. */
export interface ButtonLook {
  /**
   * `primary` once per view, `danger` only for what can't be undone, such as deleting for good or transferring
   * ownership; a ban, hiding, archiving or rejecting can be undone. `quiet` in rows of actions. Default `secondary`.
   */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  /** Default `m`. */
  size?: 's' | 'm' | undefined
  /** Icon before the text. Default: none. */
  icon?: ReactNode
}

/** Props of `Button`: its look, its state and all props of a `<button>`. */
export interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  /** The action is running: shows a spinner, keeps focus, ignores presses. Default false. */
  busy?: boolean | undefined
  /** Two-state button: whether it is on. Default: no state. */
  pressed?: boolean | undefined
  /** Address of an equivalent page: a link until hydration, and for modified clicks. Default: none. */
  href?: string | undefined
}

/** An action on this page. For navigation use `ButtonLink` or `Link`. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = 'secondary', size = 'm', icon, busy = false, pressed, href, className, onClick, children, ...rest },
  ref,
) {
  const Tag = (href ? 'a' : 'button') as 'button'
  return (
    <Tag
      type={href ? undefined : 'button'}
      {...rest}
      {...{ href }}
      ref={ref}
      className={className ? `stoa-button ${className}` : 'stoa-button'}
      data-variant={variant}
      data-size={size}
      data-busy={busy || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      aria-pressed={pressed}
      onClick={(event) => {
        if (href) {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
        }
        // Not `disabled`, which would lose focus and with it a keyboard user's place.
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <Spinner /> : icon}
      {translatable(children)}
    </Tag>
  )
})
