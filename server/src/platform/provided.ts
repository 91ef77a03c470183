/**
 * A function that an earlier domain calls and a later one provides when it is registered. Calling it before is an error of
 * the wiring, and so is providing it twice.
 */
export function createProvided<Parameters extends unknown[], Result>(what: string) {
  let provided: ((...parameters: Parameters) => Result) | null = null
  return {
    call(...parameters: Parameters): Result {
      if (!provided) throw new Error(`Nobody provides ${what}.`)
      return provided(...parameters)
    },
    provide(work: (...parameters: Parameters) => Result): void {
      if (provided) throw new Error(`${what} is provided twice.`)
      provided = work
    },
  }
}
