/** Loaded before the program: stops it in an orderly way if its parent is killed, even with -9. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
