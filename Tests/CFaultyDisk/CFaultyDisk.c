#include "CFaultyDisk.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECTOR = 512 };

/// A change that is not synchronized. Without bytes, it sets the size.
typedef struct change {
    struct change *next;
    sqlite3_int64 offset;
    int count;
    int is_torn;
    /// Whether the file was deleted, and what follows is in a new one.
    int is_deletion;
    unsigned char bytes[];
} change;

typedef struct file {
    struct file *next;
    char *path;
    /// What the disk has for certain.
    unsigned char *bytes;
    sqlite3_int64 size;
    /// Whether the folder certainly has the file.
    int exists;
    /// Whether it was deleted, which is not synchronized.
    int is_deleted;
    change *first;
    change **last;
} file;

struct receipts_disk {
    receipts_disk *next;
    char *folder;
    file *files;
    receipts_disk_fault fault;
    long at, length, steps;
    int lies, is_dead, has_lost_power;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static receipts_disk *disks;
static sqlite3_vfs *base;
static sqlite3_vfs layer;

// MARK: What survives

static void forget(file *file) {
    while (file->first) {
        change *next = file->first->next;
        free(file->first);
        file->first = next;
    }
    file->last = &file->first;
}

static void resize(file *file, sqlite3_int64 size) {
    if (size > file->size) {
        file->bytes = realloc(file->bytes, (size_t)size);
        memset(file->bytes + file->size, 0, (size_t)(size - file->size));
    }
    file->size = size;
}

static void put(file *file, const unsigned char *bytes, int count, sqlite3_int64 offset) {
    if (offset + count > file->size) resize(file, offset + count);
    memcpy(file->bytes + offset, bytes, (size_t)count);
}

/// The last deletion that is not synchronized; null if there is none.
static change *deletion(file *file) {
    change *last = NULL;
    for (change *change = file->first; change; change = change->next)
        if (change->is_deletion) last = change;
    return last;
}

/// Applies the changes up to one, or all of them.
static void apply(file *file, change *last) {
    while (file->first) {
        change *change = file->first;
        int is_last = change == last;
        if (change->count) put(file, change->bytes, change->count, change->offset);
        else resize(file, change->offset);
        file->first = change->next;
        if (!file->first) file->last = &file->first;
        free(change);
        if (is_last) return;
    }
}

/// Synchronizes a file. SQLite synchronizes the folder together with a log or journal that is new, and so all deletions.
static void synchronize(receipts_disk *disk, file *synchronized) {
    if (!synchronized->exists || deletion(synchronized)) {
        for (file *file = disk->files; file; file = file->next) {
            change *last = deletion(file);
            if (!last) continue;
            apply(file, last);
            if (file->is_deleted) file->exists = 0;
        }
    }
    apply(synchronized, NULL);
    synchronized->exists = 1;
}

static uint64_t random_number(uint64_t *state) {
    uint64_t mixed = (*state += 0x9E3779B97F4A7C15u);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

/// Lets a power failure choose which sectors were written.
static void lose(file *file, uint64_t *seed) {
    // Three ways: nothing is written, everything in order up to a point, or any sectors.
    uint64_t way = random_number(seed) % 3, ends = random_number(seed) % 8;
    for (change *change = file->first; change; change = change->next) {
        if (way == 0) break;
        if (way == 1 && ends-- == 0) break;
        if (!change->count) {
            if (way == 1 || random_number(seed) % 2) resize(file, change->offset);
            // While the old file has the name, the new one cannot be seen.
            else if (change->is_deletion) break;
            continue;
        }
        for (int start = 0; start < change->count;) {
            int room = SECTOR - (int)((change->offset + start) % SECTOR);
            int count = change->count - start < room ? change->count - start : room;
            if (way == 1 ? !change->is_torn || start < change->count / 2 : random_number(seed) % 4 != 0)
                put(file, change->bytes + start, count, change->offset + start);
            start += count;
        }
    }
    if (file->first && !file->exists) file->exists = way != 0;
    forget(file);
}

static int write_out(file *file) {
    if (!file->exists) {
        unlink(file->path);
        return 0;
    }
    int descriptor = open(file->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) return -1;
    int result = ftruncate(descriptor, file->size) == 0
        && pwrite(descriptor, file->bytes, (size_t)file->size, 0) == file->size ? 0 : -1;
    close(descriptor);
    return result;
}

// MARK: Steps

static file *known(receipts_disk *disk, const char *path) {
    for (file *file = disk->files; file; file = file->next)
        if (strcmp(file->path, path) == 0) return file;
    return NULL;
}

/// Reads what a file has before the disk knows it.
static file *learn(receipts_disk *disk, const char *path) {
    file *file = known(disk, path);
    if (file) return file;
    file = calloc(1, sizeof *file);
    file->path = strdup(path);
    file->last = &file->first;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        off_t size = lseek(descriptor, 0, SEEK_END);
        file->exists = 1;
        resize(file, size > 0 ? size : 0);
        if (size > 0 && pread(descriptor, file->bytes, (size_t)size, 0) != size) file->exists = 0;
        close(descriptor);
    }
    file->next = disk->files;
    disk->files = file;
    return file;
}

/// The next step, with the lock: SQLite's number for its failure, or 0. -1 if the power fails within it.
static int step(receipts_disk *disk, int needs_space, int error) {
    if (disk->is_dead) return error;
    long number = ++disk->steps;
    if (number < disk->at || number >= disk->at + disk->length) return 0;
    switch (disk->fault) {
    case RECEIPTS_DISK_WORKS: return 0;
    case RECEIPTS_DISK_FAILS: return error;
    case RECEIPTS_DISK_IS_FULL: return needs_space ? SQLITE_FULL : 0;
    case RECEIPTS_DISK_IS_KILLED: disk->is_dead = 1; return error;
    case RECEIPTS_DISK_LOSES_POWER: disk->is_dead = disk->has_lost_power = 1; return -1;
    }
    return 0;
}

static change *add(file *file, const void *bytes, int count, sqlite3_int64 offset, int is_torn) {
    change *change = malloc(sizeof *change + (size_t)count);
    change->next = NULL;
    change->offset = offset;
    change->count = count;
    change->is_torn = is_torn;
    change->is_deletion = 0;
    if (count) memcpy(change->bytes, bytes, (size_t)count);
    *file->last = change;
    file->last = &change->next;
    return change;
}

// MARK: SQLite's files

typedef struct {
    sqlite3_file head;
    receipts_disk *disk;
    file *file;
    sqlite3_file *real;
} open_file;

#define REAL (((open_file *)opened)->real)

static int is_dead(sqlite3_file *opened) {
    pthread_mutex_lock(&lock);
    int is_dead = ((open_file *)opened)->disk->is_dead;
    pthread_mutex_unlock(&lock);
    return is_dead;
}

static int file_close(sqlite3_file *opened) { return REAL->pMethods ? REAL->pMethods->xClose(REAL) : SQLITE_OK; }

static int file_read(sqlite3_file *opened, void *bytes, int count, sqlite3_int64 offset) {
    return is_dead(opened) ? SQLITE_IOERR_READ : REAL->pMethods->xRead(REAL, bytes, count, offset);
}

static int file_write(sqlite3_file *opened, const void *bytes, int count, sqlite3_int64 offset) {
    open_file *this = (open_file *)opened;
    pthread_mutex_lock(&lock);
    int result = step(this->disk, 1, SQLITE_IOERR_WRITE);
    if (result == 0) result = this->real->pMethods->xWrite(this->real, bytes, count, offset);
    if (result == SQLITE_OK || result == -1) add(this->file, bytes, count, offset, result == -1);
    pthread_mutex_unlock(&lock);
    return result == -1 ? SQLITE_IOERR_WRITE : result;
}

static int file_truncate(sqlite3_file *opened, sqlite3_int64 size) {
    open_file *this = (open_file *)opened;
    pthread_mutex_lock(&lock);
    int result = step(this->disk, 0, SQLITE_IOERR_TRUNCATE);
    if (result == 0) result = this->real->pMethods->xTruncate(this->real, size);
    if (result == SQLITE_OK || result == -1) add(this->file, NULL, 0, size, 0);
    pthread_mutex_unlock(&lock);
    return result == -1 ? SQLITE_IOERR_TRUNCATE : result;
}

static int file_sync(sqlite3_file *opened, int flags) {
    open_file *this = (open_file *)opened;
    (void)flags;
    pthread_mutex_lock(&lock);
    int result = step(this->disk, 0, SQLITE_IOERR_FSYNC);
    if (result == 0 && !this->disk->lies) synchronize(this->disk, this->file);
    pthread_mutex_unlock(&lock);
    return result == -1 ? SQLITE_IOERR_FSYNC : result;
}

static int file_size(sqlite3_file *opened, sqlite3_int64 *size) {
    return is_dead(opened) ? SQLITE_IOERR_FSTAT : REAL->pMethods->xFileSize(REAL, size);
}
static int file_lock(sqlite3_file *opened, int level) { return REAL->pMethods->xLock(REAL, level); }
static int file_unlock(sqlite3_file *opened, int level) { return REAL->pMethods->xUnlock(REAL, level); }
static int file_is_reserved(sqlite3_file *opened, int *result) {
    return REAL->pMethods->xCheckReservedLock(REAL, result);
}
static int file_control(sqlite3_file *opened, int call, void *argument) {
    // Space that is set aside early would be a write of its own.
    if (call == SQLITE_FCNTL_SIZE_HINT) return SQLITE_OK;
    return REAL->pMethods->xFileControl(REAL, call, argument);
}
static int file_sector(sqlite3_file *opened) { return REAL->pMethods->xSectorSize(REAL); }
static int file_traits(sqlite3_file *opened) { return REAL->pMethods->xDeviceCharacteristics(REAL); }
static int file_map(sqlite3_file *opened, int page, int size, int extends, void volatile **memory) {
    return is_dead(opened) ? SQLITE_IOERR_SHMMAP : REAL->pMethods->xShmMap(REAL, page, size, extends, memory);
}
static int file_lock_memory(sqlite3_file *opened, int offset, int count, int flags) {
    return REAL->pMethods->xShmLock(REAL, offset, count, flags);
}
static void file_barrier(sqlite3_file *opened) { REAL->pMethods->xShmBarrier(REAL); }
static int file_unmap(sqlite3_file *opened, int deletes) { return REAL->pMethods->xShmUnmap(REAL, deletes); }

// The second version has memory that connections share, which the log needs.
static const sqlite3_io_methods methods = {
    .iVersion = 2, .xClose = file_close, .xRead = file_read, .xWrite = file_write, .xTruncate = file_truncate,
    .xSync = file_sync, .xFileSize = file_size, .xLock = file_lock, .xUnlock = file_unlock,
    .xCheckReservedLock = file_is_reserved, .xFileControl = file_control, .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_traits, .xShmMap = file_map, .xShmLock = file_lock_memory,
    .xShmBarrier = file_barrier, .xShmUnmap = file_unmap,
};

// MARK: SQLite's file layer

static receipts_disk *disk_of(const char *path) {
    if (!path) return NULL;
    for (receipts_disk *disk = disks; disk; disk = disk->next)
        if (strncmp(path, disk->folder, strlen(disk->folder)) == 0) return disk;
    return NULL;
}

static int layer_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *opened, int flags, int *result_flags) {
    (void)vfs;
    pthread_mutex_lock(&lock);
    receipts_disk *disk = disk_of(path);
    if (!disk) {
        pthread_mutex_unlock(&lock);
        // Other files are SQLite's own, in the same place.
        return base->xOpen(base, path, opened, flags, result_flags);
    }
    open_file *this = (open_file *)opened;
    memset(this, 0, sizeof *this);
    int result = disk->is_dead ? SQLITE_CANTOPEN : SQLITE_OK;
    if (result == SQLITE_OK) {
        this->disk = disk;
        this->file = learn(disk, path);
        this->real = (sqlite3_file *)(this + 1);
        result = base->xOpen(base, path, this->real, flags, result_flags);
        if (result == SQLITE_OK) {
            this->head.pMethods = &methods;
            this->file->is_deleted = 0;
        }
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int layer_delete(sqlite3_vfs *vfs, const char *path, int synchronizes) {
    (void)vfs;
    pthread_mutex_lock(&lock);
    receipts_disk *disk = disk_of(path);
    int result = disk ? step(disk, 0, SQLITE_IOERR_DELETE) : 0;
    if (result == 0) result = base->xDelete(base, path, synchronizes);
    file *file = disk && result == SQLITE_OK ? known(disk, path) : NULL;
    if (file) {
        // Without its name, nothing of it remains but what a power failure brings back.
        file->is_deleted = 1;
        if (synchronizes && !disk->lies) {
            forget(file);
            resize(file, 0);
            file->exists = 0;
        } else {
            add(file, NULL, 0, 0, 0)->is_deletion = 1;
        }
    }
    pthread_mutex_unlock(&lock);
    return result == -1 ? SQLITE_IOERR_DELETE : result;
}

receipts_disk *receipts_disk_new(const char *folder) {
    receipts_disk *disk = calloc(1, sizeof *disk);
    if (!disk) return NULL;
    disk->folder = strdup(folder);
    pthread_mutex_lock(&lock);
    if (!base) {
        sqlite3_initialize();
        base = sqlite3_vfs_find(NULL);
        layer = *base;
        layer.zName = "receipts-faulty";
        layer.szOsFile = base->szOsFile + (int)sizeof(open_file);
        layer.pNext = NULL;
        layer.xOpen = layer_open;
        layer.xDelete = layer_delete;
        sqlite3_vfs_register(&layer, 1);
    }
    disk->next = disks;
    disks = disk;
    pthread_mutex_unlock(&lock);
    return disk;
}

void receipts_disk_plan(receipts_disk *disk, receipts_disk_fault fault, long at, long length) {
    pthread_mutex_lock(&lock);
    disk->fault = fault;
    disk->at = at;
    disk->length = length;
    pthread_mutex_unlock(&lock);
}

void receipts_disk_lies(receipts_disk *disk, int lies) {
    pthread_mutex_lock(&lock);
    disk->lies = lies;
    pthread_mutex_unlock(&lock);
}

long receipts_disk_steps(receipts_disk *disk) {
    pthread_mutex_lock(&lock);
    long steps = disk->steps;
    pthread_mutex_unlock(&lock);
    return steps;
}

int receipts_disk_is_dead(receipts_disk *disk) {
    pthread_mutex_lock(&lock);
    int is_dead = disk->is_dead;
    pthread_mutex_unlock(&lock);
    return is_dead;
}

int receipts_disk_revive(receipts_disk *disk, uint64_t seed) {
    int result = 0;
    pthread_mutex_lock(&lock);
    while (disk->files) {
        file *file = disk->files;
        disk->files = file->next;
        if (disk->has_lost_power) {
            // A deletion may not have happened yet.
            if (file->is_deleted && random_number(&seed) % 2) forget(file), file->exists = 0;
            else lose(file, &seed);
            if (write_out(file) != 0) result = -1;
        }
        forget(file);
        free(file->bytes);
        free(file->path);
        free(file);
    }
    disk->fault = RECEIPTS_DISK_WORKS;
    disk->is_dead = disk->has_lost_power = disk->lies = 0;
    pthread_mutex_unlock(&lock);
    return result;
}

void receipts_disk_free(receipts_disk *disk) {
    receipts_disk_revive(disk, 0);
    pthread_mutex_lock(&lock);
    for (receipts_disk **place = &disks; *place; place = &(*place)->next)
        if (*place == disk) {
            *place = disk->next;
            break;
        }
    pthread_mutex_unlock(&lock);
    free(disk->folder);
    free(disk);
}
