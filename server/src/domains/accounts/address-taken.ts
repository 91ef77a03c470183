/** An address is somebody's already. No answer tells that, so it is no error that has a code. */
export class AddressTaken extends Error {
  override name = 'AddressTaken'
}

/** Known by its name, so that two copies of the file agree. */
export function isAddressTaken(error: unknown): boolean {
  return error instanceof Error && error.name === 'AddressTaken'
}
