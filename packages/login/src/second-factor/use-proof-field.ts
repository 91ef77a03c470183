import { type RefObject, useEffect, useRef, useState } from 'react'
import { CODE_LENGTH } from './code-field.tsx'

/** A form's single field for one of several methods. */
export interface ProofField<Method extends string> {
  method: Method
  value: string
  setValue: (value: string) => void
  /** The current value was submitted. */
  hasTried: boolean
  setTried: (hasTried: boolean) => void
  field: RefObject<HTMLInputElement | null>
  /** Changes to another method, with an empty field. */
  use: (next: Method) => void
  /** Handles a typed code, and submits it when it is complete. */
  changeCode: (code: string) => void
}

/** State of a proof field. A refusal (`alert`) selects its text, to be replaced by typing. */
export function useProofField<Method extends string>(about: {
  first: Method
  alert: string
  send: (code: string, method: Method) => void
}): ProofField<Method> {
  const { first, alert, send } = about
  const [method, setMethod] = useState(first)
  const [value, setValue] = useState('')
  const [hasTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (alert) field.current?.select()
  }, [alert])
  return {
    method,
    value,
    setValue,
    hasTried,
    setTried,
    field,
    use(next) {
      setMethod(next)
      setValue('')
      setTried(false)
    },
    changeCode(code) {
      setValue(code)
      setTried(false)
      if (code.length === CODE_LENGTH && code !== value) send(code, method)
    },
  }
}
