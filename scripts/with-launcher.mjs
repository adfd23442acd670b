// Loaded into the server by npm start: it stops as if it was asked to when its launcher is gone, however that ended, or
// when the terminal is closed. Otherwise a server without a terminal would keep port and database.
function stop() {
  // Nobody listens yet while it starts.
  if (!process.emit('SIGTERM')) process.exit(1);
}

for (const event of ['disconnect', 'SIGHUP']) process.once(event, stop);
