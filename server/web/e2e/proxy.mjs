// A way to the server that can be cut and mended, as a phone's network is.

import net from "node:net";

/** Listens on a free port of this machine and passes everything on to `port`. */
export async function network(port) {
  const sockets = new Set();
  let up = true;
  const server = net.createServer((near) => {
    if (!up) return near.destroy();
    const far = net.connect(port, "127.0.0.1");
    for (const [socket, other] of [[near, far], [far, near]]) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => { sockets.delete(socket); other.destroy(); });
      socket.pipe(other);
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    cut() { up = false; for (const socket of sockets) socket.destroy(); },
    mend() { up = true; },
    close() { this.cut(); server.close(); },
  };
}
