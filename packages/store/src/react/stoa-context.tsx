import { createContext, type ReactNode, useContext } from 'react'
import type { Stoa } from '../stoa.ts'

const StoaContext = createContext<Stoa | null>(null)

/** Props of `StoaProvider`. */
export interface StoaProviderProps {
  /** The application instance, from `createStoa`. */
  stoa: Stoa
  children?: ReactNode
}

/** Gives the components below it their application instance. */
export function StoaProvider({ stoa, children }: StoaProviderProps) {
  return <StoaContext.Provider value={stoa}>{children}</StoaContext.Provider>
}

/** The application instance of the nearest `StoaProvider`. */
export function useStoa(): Stoa {
  const stoa = useContext(StoaContext)
  if (!stoa) throw new TypeError('There is no StoaProvider above this component.')
  return stoa
}
