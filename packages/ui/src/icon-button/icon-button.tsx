import { forwardRef } from 'react'
import { Button, type ButtonProps } from '../button/button.tsx'

/** Props of `IconButton`. */
export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  /** Accessible name. Wrap the button in a `Tooltip` if the icon alone is unclear. */
  label: string
  /** The icon. */
  icon: ButtonProps['icon']
}

/** A button that shows only an icon. Default look: quiet. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, variant = 'quiet', ...rest },
  ref,
) {
  return <Button {...rest} ref={ref} variant={variant} aria-label={label} data-icon-only="" />
})
