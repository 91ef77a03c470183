import { Button } from '@stoa/ui'
import type { ReactNode } from 'react'

/** Props of `OtherMethods`. */
export interface OtherMethodsProps<Method extends string> {
  methods: readonly Method[]
  /** The current one, which is not offered. */
  method: Method
  label: (method: Method) => string
  onUse: (method: Method) => void
  /** Content after them. Default: nothing. */
  children?: ReactNode
}

/** Other methods of proving one's identity, as a row of quiet buttons. */
export function OtherMethods<Method extends string>(props: OtherMethodsProps<Method>) {
  const { methods, method, label, onUse, children } = props
  const others = methods.filter((other) => other !== method)
  if (others.length === 0 && !children) return null
  return (
    <div className="stoa-login-row">
      {others.map((other) => (
        <Button key={other} variant="quiet" size="s" onClick={() => onUse(other)}>
          {label(other)}
        </Button>
      ))}
      {children}
    </div>
  )
}
