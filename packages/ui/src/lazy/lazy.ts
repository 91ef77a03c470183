/** Code that loads on first use. */
export interface Lazy<Code> {
  /** The code; undefined until it has loaded. */
  readonly code: Code | undefined
  /** Whether it has loaded or is loading. */
  readonly isRequested: boolean
  /** Loads it once: concurrent calls share one attempt. After a failure the next call tries again. */
  load: () => Promise<Code>
  /** Loads it in advance. A failure shows where the code is needed. */
  preload: () => void
}

/** Makes code load on first use. `importCode` is usually an `import()`. */
export function lazy<Code>(importCode: () => Promise<Code>): Lazy<Code> {
  let code: Code | undefined
  let loading: Promise<Code> | undefined

  function load(): Promise<Code> {
    loading ??= importCode().then(
      (loaded) => {
        code = loaded
        return loaded
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  return {
    get code() {
      return code
    },
    get isRequested() {
      return loading !== undefined
    },
    load,
    preload: () => void load().catch(() => {}),
  }
}
