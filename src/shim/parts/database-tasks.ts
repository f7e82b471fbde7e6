/*! The tasks of the databases, one after the other, without the wait of a timer. The build puts this into the library of `indexedDB`. */

const { port1, port2 } = new MessageChannel()
const tasks: (() => void)[] = []

port1.onmessage = () => {
  const task = tasks.shift()
  if (task !== undefined) task()
}

export const queueTask = (task: () => void): void => {
  tasks.push(task)
  port2.postMessage(null)
}
