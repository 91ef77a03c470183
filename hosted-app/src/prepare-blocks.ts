/** A separate file, because loaders on every page need only this. */
export { prepareBlocks } from '@stoa/post-view'
